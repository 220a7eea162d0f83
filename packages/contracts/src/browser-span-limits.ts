/** Of reports of spans; apart from their contract, which the browser does not load. */
export const browserSpanLimits = { spans: 40, durationMs: 600_000, resends: 100 } as const

export const browserSpansPath = '/browser-spans'
