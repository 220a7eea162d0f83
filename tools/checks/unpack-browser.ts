import { browserToLaunch } from '../../e2e/browser.ts'

// Two runs of browser tests that unpack it at the same time would start an incomplete file.
await browserToLaunch()
