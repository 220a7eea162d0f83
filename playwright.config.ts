import { generateKeyPairSync } from 'node:crypto'
import { defineConfig } from '@playwright/test'
import { issuerOrigin, serverOrigin } from './e2e/addresses.ts'
import { browserToLaunch } from './e2e/browser.ts'
import { issuerSetting } from './tools/issuer/issuer-key.ts'

// Generated for every run.
const issuerKey = generateKeyPairSync('ed25519').privateKey
const issuer = { origin: issuerOrigin, name: 'Harbour Exchange', key: issuerKey }

// These run on servers of their own, and once: sign-up.e2e.ts walks the screens of the first on a phone as well, the second
// ends on a phone, and the screen makes no difference to the others.
const separate = [
  '**/approval.e2e.ts',
  '**/checkout.e2e.ts',
  '**/browser-errors.e2e.ts',
  '**/seller-journey.e2e.ts',
]
const desktop = { viewport: { width: 1440, height: 900 } }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Projects buy from the same small stock; `npm test` runs them side by side on two servers.
  workers: 1,
  forbidOnly: true,
  // As in vitest.config.ts.
  retries: process.env['CI'] ? 1 : 0,
  // Generous limits for slow or busy machines. Waiting ends as soon as the condition holds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: serverOrigin,
    launchOptions: await browserToLaunch(),
    // Recording takes a third of the browser's time. Outside CI: `npx playwright test --trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testIgnore: separate, use: desktop },
    { name: 'separate', testMatch: separate, use: desktop },
    {
      name: 'phone',
      testIgnore: separate,
      // The size of the screen makes no difference to these.
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    },
  ],
  webServer: [
    {
      // The start command, with a separate data folder and a small stock.
      command: 'node tools/start.mjs --temporary --listings 4000',
      url: `${serverOrigin}/health/ready`,
      env: {
        PORT: new URL(serverOrigin).port,
        HOST: '127.0.0.1',
        DATABASE_URL: '',
        APP_ENV: 'demo',
        HANDOVER_ISSUERS: issuerSetting(issuer),
        // The journeys hold the same tickets again and again.
        HOLD_COOLDOWN_AFTER: '0',
      },
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      stdout: 'pipe',
    },
    {
      command: `node tools/issuer.mjs --port ${new URL(issuerOrigin).port} --market ${serverOrigin}`,
      url: issuerOrigin,
      env: { ISSUER_PRIVATE_KEY: issuerKey.export({ type: 'pkcs8', format: 'pem' }) },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
  ],
})
