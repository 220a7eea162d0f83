import { generateKeyPairSync } from 'node:crypto'
import { defineConfig } from '@playwright/test'
import { browserToLaunch } from './e2e/browser.ts'
import { issuerOrigin } from './e2e/pages/issuer-page.ts'
import { issuerSetting } from './tools/issuer/issuer-key.ts'

// Not 4190: browsers and fetch block this port.
const port = 4181
const baseURL = `http://localhost:${port}`
// The issuing site of handover tests; its key is generated per run.
const issuerKey = generateKeyPairSync('ed25519').privateKey
const issuer = { origin: issuerOrigin, name: 'Harbour Exchange', key: issuerKey }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Both projects buy from the same small stock, and running one at a time keeps two cores free.
  workers: 1,
  forbidOnly: true,
  // As in vitest.config.ts.
  retries: process.env['CI'] ? 1 : 0,
  // Generous limits for slow or busy machines. Waiting ends as soon as the condition holds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    launchOptions: await browserToLaunch(),
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // These run on separate servers: for screens that sign-up.e2e.ts walks on a phone as well, and for a purchase
      // that ends on one.
      testIgnore: ['**/approval.e2e.ts', '**/checkout.e2e.ts'],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    },
  ],
  webServer: [
    {
      // The start command, with a separate data folder and a small stock.
      command: 'node tools/start.mjs --temporary --listings 4000',
      url: `${baseURL}/health/ready`,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: '',
        APP_ENV: 'demo',
        HANDOVER_ISSUERS: issuerSetting(issuer),
      },
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      stdout: 'pipe',
    },
    {
      command: `node tools/issuer.mjs --port ${new URL(issuerOrigin).port} --market ${baseURL}`,
      url: issuerOrigin,
      env: { ISSUER_PRIVATE_KEY: issuerKey.export({ type: 'pkcs8', format: 'pem' }) },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
  ],
})
