# shellcheck shell=bash
# This file is sourced. It sets the folder of geckodriver, for systems where neither PATH nor Debian
# has it.

geckodriver_version=0.37.0
geckodriver_folder=${SKILLGLASS_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/skillglass}/geckodriver-$geckodriver_version
