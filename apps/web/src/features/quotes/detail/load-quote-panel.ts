/** Loads the quote next to the list when one is opened first, or when the page is idle. */
export const loadQuotePanel = async () => ({ default: (await import('./quote-panel.tsx')).QuotePanel })
