/** Loads the tracked listing next to the list when one is opened first, or when the page is idle. */
export const loadTrackedPanel = async () => ({ default: (await import('./tracked-panel.tsx')).TrackedPanel })
