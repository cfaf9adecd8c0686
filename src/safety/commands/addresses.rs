//! Addresses in commands. Rules distinguish several kinds of sites by their host names.

/// Parts of the host names of paste sites, where anybody can publish a text.
const PASTES: &str = "pastebin paste rentry hastebin dpaste ghostbin justpaste controlc glot termbin snippet snippets privatebin \
    pastery bpaste paste2 pastes pasteio telegra ix sprunge toptal-hastebin";

/// Words in the host names of sites that receive data from anybody. Some of these sites show the
/// data to the person who created the address, and some store files for a time.
const COLLECTORS: &str = "webhook webhooks requestbin requestcatcher pipedream hookbin beeceptor ngrok ngrok-free interact oast \
    oastify burpcollaborator dnslog ceye canarytokens transfer file 0x0 termbin requestrepo postb gofile bashupload catbox litterbox file-io anonfiles tmpfiles webhook-site hookdeck loca serveo \
    trycloudflare";

/// Well-known package registries: the default registries of package managers, known mirrors of
/// these registries, and registries of companies such as NVIDIA.
const REGISTRIES: &str = "registry.npmjs.org registry.npmjs.com registry.yarnpkg.com npm.pkg.github.com npm.jsr.io pypi.org \
    test.pypi.org pypi.python.org files.pythonhosted.org download.pytorch.org pypi.nvidia.com \
    pypi.ngc.nvidia.com crates.io index.crates.io github.com rubygems.org proxy.golang.org sum.golang.org \
    registry.npmmirror.com registry.npm.taobao.org npmmirror.com pypi.tuna.tsinghua.edu.cn \
    mirrors.tuna.tsinghua.edu.cn mirrors.aliyun.com pypi.mirrors.ustc.edu.cn mirrors.ustc.edu.cn \
    pypi.doubanio.com pypi.douban.com mirrors.cloud.tencent.com mirrors.huaweicloud.com repo.huaweicloud.com \
    goproxy.cn goproxy.io rsproxy.cn";

/// Beginnings of the addresses of well-known installers, and of sites where makers publish their programs.
const INSTALLERS: &str = "sh.rustup.rs rustup.rs astral.sh get.docker.com download.docker.com bun.sh bun.com deno.land \
    install.python-poetry.org deb.nodesource.com rpm.nodesource.com get.pnpm.io ollama.com fly.io cli.github.com get.helm.sh \
    get.k3s.io starship.rs mise.run mise.jdx.dev get.sdkman.io nixos.org get.volta.sh fnm.vercel.app claude.ai/install \
    cursor.com opencode.ai dl.k8s.io awscli.amazonaws.com dl.google.com packages.microsoft.com repo1.maven.org \
    repo.maven.apache.org bootstrap.pypa.io storage.googleapis.com/kubernetes-release dot.net get.jetify.com pkgx.sh \
    get.pulumi.com install.determinate.systems foundry.paradigm.xyz raw.githubusercontent.com/nvm-sh/ \
    raw.githubusercontent.com/homebrew/ raw.githubusercontent.com/ohmyzsh/ raw.githubusercontent.com/helm/ \
    raw.githubusercontent.com/golangci/ raw.githubusercontent.com/pyenv/ raw.githubusercontent.com/aquasecurity/ \
    raw.githubusercontent.com/anchore/ dist.ipfs.tech releases.hashicorp.com apt.llvm.org aka.ms/installazurecli aka.ms/installazureclideb mirror.ctan.org rclone.org/install pyenv.run fluxcd.io/install go.dev golang.org nodejs.org www.python.org \
    sdk.cloud.google.com community.chocolatey.org repo.anaconda.com github.com/conda-forge/";

/// Sites that give each user a part of the host name or path. The name of such a site does not
/// identify an owner.
const SHARED: &str = "github.com github.io githubusercontent.com gitlab.com gitlab.io bitbucket.org vercel.app netlify.app \
    herokuapp.com pages.dev workers.dev web.app amazonaws.com cloudfront.net googleapis.com azurewebsites.net windows.net fly.dev \
    onrender.com supabase.co railway.app replit.app glitch.me surge.sh r2.dev firebaseapp.com";

/// Words in host names that do not identify the owner of a host.
const COMMON: &str = "app api get cdn www dev tool tools skill skills agent agents install update updates data code docs cloud \
    file files helper setup script scripts download downloads example static assets telemetry metrics analytics backup sync \
    collect collector log logs raw main master releases release com org net gov edu";

/// Returns true if a word of a command is an address or a placeholder for an address. Such a word
/// has a scheme, or a host and a path, or begins with a variable.
pub(super) fn is_address(word: &str) -> bool {
    let rest = without_scheme(word);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if rest.len() < word.len() {
        return !host.is_empty() && !host.starts_with(['.', '…']);
    }
    let is_host = |host: &str| {
        let host = host.split(':').next().unwrap_or_default();
        let (before, ending) = host.rsplit_once('.').unwrap_or_default();
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
        !before.is_empty() && ending.len() >= 2 && host.chars().all(is_plain)
    };
    word.starts_with('$')
        || word.starts_with('<')
        || word.starts_with("{{")
        || is_host(host) && !word.starts_with(['-', '.', '/'])
}

/// Returns the host of an address, without port and user. If the address has a placeholder, returns the whole address.
pub(super) fn host(address: &str) -> &str {
    let rest = without_scheme(address);
    let rest = rest
        .split(['/', '?', '#', '"', '\'', '`', ')'])
        .next()
        .unwrap_or(rest);
    let rest = rest.rsplit('@').next().unwrap_or(rest);
    match rest.split_once(':') {
        Some((host, _)) if !rest.starts_with('[') => host,
        _ => rest,
    }
}

/// Returns the name of the file that a download from this address creates: the last segment of the
/// address's path.
pub(super) fn file_name(address: &str) -> &str {
    let rest = without_scheme(address);
    let path = rest.split(['?', '#']).next().unwrap_or(rest);
    match path.rsplit_once('/') {
        Some((_, name)) => name,
        None => "",
    }
}

/// Returns the first segment of each path.
pub(super) fn heads<'p>(paths: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let heads = paths.map(|path| path.split('/').find(|name| !name.is_empty()));
    heads.flatten().collect()
}

fn without_scheme(address: &str) -> &str {
    let schemes = [
        "https://",
        "http://",
        "ftp://",
        "wss://",
        "ws://",
        "git+https://",
        "hxxps://",
        "hxxp://",
    ];
    schemes
        .iter()
        .find_map(|scheme| {
            let head = address.get(..scheme.len())?;
            head.eq_ignore_ascii_case(scheme)
                .then(|| &address[scheme.len()..])
        })
        .unwrap_or(address)
}

/// Returns true if the address belongs to a paste site, where anybody can publish a text.
pub(super) fn is_paste(address: &str) -> bool {
    has_label(host(address), PASTES)
}

/// Returns true if a stranger can see data that is sent to an address. Such an address belongs to a
/// site that collects data or publishes texts, or is a public IP address.
pub(super) fn is_collector(address: &str) -> bool {
    let host = host(address);
    has_label(host, COLLECTORS) || is_ip(host) && !is_local(address) || has_label(host, PASTES)
}

/// Returns true if the host of an address may be on the internet. A name without a dot is a machine of the user's own
/// network.
pub(super) fn is_public(address: &str) -> bool {
    let host = host(address);
    host.contains('.') || is_ip(host)
}

/// Returns true if a host is an IP address. The address may be in brackets, or written as a single
/// number.
fn is_ip(host: &str) -> bool {
    let hexadecimal = host.strip_prefix("0x").or(host.strip_prefix("0X"));
    let is_number = match hexadecimal {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => host.bytes().all(|byte| byte.is_ascii_digit()),
    };
    octets(host).is_some() || host.starts_with('[') || is_number && !host.is_empty()
}

/// Returns true if an address is on this machine or on a local network.
pub(super) fn is_local(address: &str) -> bool {
    let host = host(address);
    host == "localhost"
        || host.ends_with(".localhost")
        || host.ends_with(".local")
        || octets(host).is_some_and(|octets| match octets {
            [0, 0, 0, 0] | [10 | 127, ..] => true,
            [172, second, ..] => (16..32).contains(&second),
            [first, second, ..] => matches!((first, second), (192, 168) | (169, 254)),
        })
        || host.starts_with("[::1]")
}

/// Returns true if an address belongs to a well-known installer.
pub(super) fn is_installer(address: &str) -> bool {
    let rest = without_scheme(address).to_ascii_lowercase();
    let is_it = |known: &str| {
        let after = rest.strip_prefix(known);
        after.is_some_and(|after| {
            // A path may go on with the ending of a file, a host must not.
            let is_file = known.contains('/') && after.starts_with('.');
            known.ends_with('/') || after.is_empty() || is_file || after.starts_with(['/', '?'])
        })
    };
    INSTALLERS.split(' ').any(is_it)
}

/// Returns true if one of `words` is the name of the person or company that owns an address. The
/// name comes from the registered domain, such as `example` in `docs.example.com`. On a site with
/// many users, such as `github.com`, the name comes from the rest of the host name or from the
/// path.
pub(super) fn is_of<'w>(address: &str, mut words: impl Iterator<Item = &'w str>) -> bool {
    let host = host(address).to_ascii_lowercase();
    if is_collector(address) || host.starts_with(['$', '<', '{']) {
        return false;
    }
    let (labels, _) = host.rsplit_once('.').unwrap_or_default();
    let mut labels = labels
        .rsplit('.')
        .filter(|label| !matches!(*label, "co" | "com" | "org"));
    let owner = labels.next().unwrap_or_default();
    let path = without_scheme(address).split('/').skip(1).take(2);
    let is_shared = |shared: &str| {
        let before = host.strip_suffix(shared);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let names = if SHARED.split(' ').any(is_shared) {
        labels.chain(path).map(str::to_lowercase).collect()
    } else {
        vec![owner.to_owned()]
    };
    let names = names
        .into_iter()
        .filter(|name| name.len() >= 3 && !COMMON.split(' ').any(|common| common == name));
    let names: Vec<_> = names.map(|name| name.replace('-', "")).collect();
    words.any(|word| {
        let word = word.to_lowercase().replace('-', "");
        names.contains(&word)
    })
}

/// Returns true if a host belongs to one of the owners in `owners`, a list of names. The registered
/// domain must begin with an owner's name, or the host must end with an owner's name. A domain such
/// as `stripe-kit.top`, with a hyphen after the name, does not count, because such domains often
/// imitate an owner.
pub(super) fn is_site_of(host: &str, owners: &str) -> bool {
    let labels: Vec<_> = host.split('.').collect();
    let is_second = labels.len() > 2 && labels[labels.len() - 2].len() <= 3;
    let owner = labels.len().checked_sub(2 + usize::from(is_second));
    let domain = owner.map_or(host, |owner| labels[owner]);
    let is_it = |name: &str| {
        let rest = domain.strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with('-')) || host.ends_with(name)
    };
    !owners.is_empty() && owners.split(' ').any(is_it)
}

/// Returns the words of a text. A word may contain hyphens.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-')
}

/// Returns true if an address is reserved for examples.
pub(super) fn is_reserved(address: &str) -> bool {
    let host = host(address).to_ascii_lowercase();
    let is_it = |name: &str| {
        host == name
            || host
                .strip_suffix(name)
                .is_some_and(|before| before.ends_with('.'))
    };
    ["example.com", "example.org", "example.net", "example"]
        .into_iter()
        .any(is_it)
}

/// Returns true if the address of a package registry is known or harmless: the default registry of
/// a package manager, a known mirror, a registry on this machine, or an address that is reserved
/// for examples.
pub(super) fn is_known_registry(address: &str) -> bool {
    let host = host(address);
    let lower = host.to_ascii_lowercase();
    let is_known = |known: &str| {
        let before = lower.strip_suffix(known);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    is_local(address) || is_reserved(address) || REGISTRIES.split(' ').any(is_known)
}

/// Returns the four numbers of an IPv4 address; `None` if the host is not such an address.
fn octets(host: &str) -> Option<[u8; 4]> {
    let mut octets = [0; 4];
    let mut parts = host.split('.');
    for octet in &mut octets {
        *octet = parts.next()?.parse().ok()?;
    }
    parts.next().is_none().then_some(octets)
}

/// Returns true if a host name has a label in a list of words. A label is a part of the host name
/// between two dots. A label also counts if its beginning before a hyphen is in the list, such as
/// `paste` in `paste-bin`.
fn has_label(host: &str, words: &str) -> bool {
    // The last label is a country or a kind of organization, so it is not compared.
    let Some((labels, _)) = host.rsplit_once('.') else {
        return false;
    };
    let mut labels = labels.split('.');
    labels.any(|label| {
        let is_word = |word: &str| {
            label.len() >= word.len()
                && label.is_char_boundary(word.len())
                && label[..word.len()].eq_ignore_ascii_case(word)
                && (label.len() == word.len() || label.as_bytes()[word.len()] == b'-')
        };
        words.split(' ').any(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_an_address_or_none() {
        for (word, expected) in [
            ("https://a.invalid/x", true),
            ("a.invalid/x", true),
            ("a.invalid", true),
            ("$URL", true),
            ("<url>", true),
            ("URL", false),
            ("...", false),
            ("https://...", false),
            ("-o", false),
            ("./a.sh", false),
            ("/tmp/a.sh", false),
        ] {
            assert_eq!(is_address(word), expected, "{word}");
        }
    }

    #[test]
    fn parts_of_an_address_are_read() {
        let address = "https://me@a.invalid:80/b/c.sh?d=e/f";
        assert_eq!((host(address), file_name(address)), ("a.invalid", "c.sh"));
        assert_eq!(
            (host("a.invalid"), file_name("a.invalid")),
            ("a.invalid", "")
        );
    }

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_are_local() {
        for (address, expected) in [
            ("http://localhost:8080/x", true),
            ("http://127.0.0.1/x", true),
            ("http://10.1.2.3", true),
            ("http://172.16.0.1", true),
            ("http://172.31.255.1", true),
            ("http://192.168.1.1", true),
            ("http://169.254.169.254/latest", true),
            ("http://0.0.0.0:80", true),
            ("http://[::1]:80/x", true),
            ("http://172.15.0.1", false),
            ("http://172.100.0.1", false),
            ("http://172.200.0.1", false),
            ("http://172.32.0.1", false),
            ("http://192.169.1.1", false),
            ("http://10.1.2.invalid", false),
            ("http://[::12]/x", false),
        ] {
            assert_eq!(is_local(address), expected, "{address}");
        }
    }

    #[test]
    fn only_a_name_without_a_dot_is_on_the_users_own_network() {
        for (address, expected) in [
            ("http://a.invalid/x", true),
            ("http://203.0.113.7/x", true),
            ("http://3405803783/x", true),
            ("http://0xcb007107:80/x", true),
            ("http://[2001:db8::7]:80/x", true),
            ("http://backup/x", false),
            ("backup:keys", false),
            ("", false),
        ] {
            assert_eq!(is_public(address), expected, "{address}");
        }
    }

    #[test]
    fn an_address_is_of_whom_a_text_names() {
        let topic = "Deploys with the Railway CLI, and acme-tools by octo-org";
        for (address, expected) in [
            ("https://cli.railway.com/install.sh", true),
            ("https://acme-tools.invalid/x", true),
            (
                "https://raw.githubusercontent.com/octo-org/x/main/i.sh",
                true,
            ),
            ("https://raw.githubusercontent.com/other/x/main/i.sh", false),
            ("https://tools.invalid/x", false),
            ("https://railway.evil.invalid/x", false),
        ] {
            assert_eq!(is_of(address, words(topic)), expected, "{address}");
        }
    }

    #[test]
    fn sites_are_told_by_parts_of_their_names() {
        assert!(is_paste("https://pastebin.invalid/raw/a"));
        assert!(is_paste("https://paste.site.invalid/a"));
        assert!(!is_paste("https://toothpaste.invalid/a"));
        assert!(is_collector("https://webhook.invalid/a"));
        assert!(is_collector("http://203.0.113.7/a"));
        assert!(!is_collector("http://192.168.0.7/a"));
        assert!(!is_collector("https://api.invalid/a"));
        assert!(is_collector("http://[2001:db8::7]/a"));
        assert!(is_known_registry("https://registry.npmjs.org/"));
        assert!(is_known_registry("http://localhost:4873"));
        assert!(!is_known_registry("https://registry.npmjs.org.invalid/"));
    }
}
