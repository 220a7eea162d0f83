/** Loads the order next to the list when one is opened first, or when the page is idle. */
export const loadOrderPanel = async () => ({ default: (await import('./order-panel.tsx')).OrderPanel })
