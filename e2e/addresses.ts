// Runs at the same time have ports of their own; see tools/checks/stages.ts.
const port = Number(process.env['E2E_PORT'] ?? 4181)

/** The server under test, which playwright.config.ts starts. Not 4190: browsers and fetch block this port. */
export const serverOrigin = `http://localhost:${port}`

/** The issuing site of handover tests, also started there. */
export const issuerOrigin = `http://localhost:${port + 1}`
