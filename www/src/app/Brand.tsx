/** The name of the page, with its picture of a glass. */
export function Brand() {
  return (
    <h1>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <circle cx="13.5" cy="13.5" r="8.5" fill="none" stroke="currentColor" stroke-width="3" />
        <path d="M20 20l8 8" stroke="currentColor" stroke-width="3.6" stroke-linecap="round" />
        <circle cx="13.5" cy="13.5" r="2.6" fill="currentColor" />
      </svg>
      Skillglass
    </h1>
  );
}
