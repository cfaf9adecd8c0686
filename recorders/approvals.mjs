export function codexCase() { return {}; }
