import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { HostRequest, RequestFormat } from "skillglass";
import { FORMATS } from "../../../../command/choices.ts";
import { answer } from "../../engine/client.ts";
import { searchTexts } from "../../i18n/searches.ts";
import { labelOf } from "../../state/hosts.ts";
import { TextCard } from "../../ui/MessageText.tsx";
import { requestPrompt, showRequestOf } from "./prompts.ts";

/**
 * The API format in which the request is shown, such as the format of Anthropic's Messages API.
 * Null for the host's usual format.
 */
const format = signal<RequestFormat | null>(null);

const request = answer("hostRequest", () =>
  requestPrompt.value.trim() === "" ? undefined : { prompt: requestPrompt.value, host: null, format: format.value, model: null },
);

/** The section that shows the request that the chosen host would send to its model for a prompt. */
export function RequestPart() {
  const { request: texts } = searchTexts.value.triggers;
  const found = requestPrompt.value.trim() === "" ? null : request.value;
  return (
    <section aria-labelledby="host-request">
      <h3 class="section" id="host-request" tabIndex={-1}>
        {texts.heading}
      </h3>
      <p class="lead">{texts.lead}</p>
      <div class="request-options">
        <label>
          <span>{texts.prompt}</span>
          <input type="text" value={requestPrompt.value} onInput={(event) => showRequestOf(event.currentTarget.value)} />
        </label>
        <label>
          <span>{texts.format}</span>
          <select
            value={format.value ?? ""}
            onChange={({ currentTarget: { value } }) => (format.value = value === "" ? null : (value as RequestFormat))}
          >
            <option value="">{texts.usual}</option>
            {FORMATS.map((one) => (
              <option key={one} value={one}>
                {texts.formats[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {found && <RequestText request={found} />}
    </section>
  );
}

function RequestText({ request }: { request: HostRequest }) {
  const { request: texts } = searchTexts.value.triggers;
  const text = useMemo(() => JSON.stringify(request.body, null, 2), [request]);
  const { tool, host, edition, format } = request;
  return (
    <>
      {tool.standIn && <p class="help">{texts.standIn(tool.name)}</p>}
      {!tool.standIn && !tool.recorded && <p class="help">{texts.notRecorded}</p>}
      <p class="help">{texts.breaks}</p>
      <TextCard
        title={texts.title(`${labelOf(host)} ${edition}`, format)}
        tags={null}
        text={text}
        label={texts.text}
        shown={withBreaks(text)}
      />
    </>
  );
}

/**
 * Returns JSON with a line break after each escaped line feed in its strings, so that long texts
 * are easy to read.
 */
function withBreaks(json: string): string {
  return json.replaceAll(/\\(.)/g, (escape, character) => (character === "n" ? `${escape}\n` : escape));
}
