import type { LaunchOptions } from '@playwright/test'

/**
 * Which browser the journey drives. On Linux x64 one comes with the packages, so that a bare machine can run it;
 * elsewhere an installed Chrome. CHROME_PATH names another one.
 */
export async function browserToLaunch(): Promise<LaunchOptions> {
  const chosen = process.env['CHROME_PATH']
  // Containers give the browser's own sandbox no user namespaces; the pages it opens are ours alone.
  const args = process.platform === 'linux' ? ['--no-sandbox'] : []
  if (chosen) return { executablePath: chosen, args }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium')
    // Only the program: the package's own arguments (single process) end it as soon as a page closes.
    return { executablePath: await chromium.executablePath(), args }
  }
  return { channel: 'chrome', args }
}
