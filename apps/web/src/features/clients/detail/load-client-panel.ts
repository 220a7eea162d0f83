/** Loads the client next to the list when one is opened first, or when the page is idle. */
export const loadClientPanel = async () => ({ default: (await import('./client-panel.tsx')).ClientPanel })
