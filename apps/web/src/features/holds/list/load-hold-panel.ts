/** Loads the hold next to the list when one is opened first, or when the page is idle. */
export const loadHoldPanel = async () => ({ default: (await import('./hold-panel.tsx')).HoldPanel })
