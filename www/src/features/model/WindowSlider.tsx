import { t } from "../../i18n/index.ts";
import { options, setOptions } from "../../state/options.ts";

/**
 * The range of the slider in tokens, from 4,000 to about 2 million. The value doubles with every
 * `STEPS` steps of the slider.
 */
const [LEAST, MOST, STEPS] = [4_000, 2_048_000, 16];
const RANGE = Math.log2(MOST / LEAST) * STEPS;

export const positionOf = (tokens: number) => Math.round(Math.log2(Math.min(MOST, Math.max(LEAST, tokens)) / LEAST) * STEPS);

/**
 * Returns the number of tokens for a position of the slider, rounded to three significant digits.
 */
export const tokensAt = (position: number) => Number((LEAST * 2 ** (position / STEPS)).toPrecision(3));

/**
 * The slider and the number field for the size of the model's context window. Each movement of the
 * slider updates the list of skills.
 */
export function WindowSlider() {
  const { model: texts, figures } = t.value;
  const asked = options.value.contextWindow;
  // A value that was typed elsewhere may not be a number, until the engine refuses it.
  const tokens = Number.isNaN(asked) ? null : asked;
  const set = (contextWindow: number | null) => contextWindow !== options.peek().contextWindow && void setOptions({ contextWindow });
  return (
    <div class="window">
      <label for="window-slider">{texts.window}</label>
      <input
        id="window-slider"
        type="range"
        min={0}
        max={RANGE}
        value={tokens === null ? RANGE : positionOf(tokens)}
        aria-valuetext={tokens === null ? texts.windowUnknown : texts.tokens(tokens)}
        onInput={(event) => set(tokensAt(Number(event.currentTarget.value)))}
      />
      <input
        type="number"
        min={1}
        step={1000}
        aria-label={texts.windowTokens}
        placeholder={texts.windowUnknown}
        value={tokens ?? ""}
        onInput={(event) => {
          const { value, valueAsNumber } = event.currentTarget;
          if (value === "") set(null);
          else if (Number.isSafeInteger(valueAsNumber) && valueAsNumber > 0) set(valueAsNumber);
        }}
      />
      <span class="figures">{tokens !== null && texts.tokensShort(figures.count(Math.round(tokens / 1000)))}</span>
    </div>
  );
}
