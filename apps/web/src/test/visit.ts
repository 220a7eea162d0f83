import { onTestFinished } from 'vitest'

/** Of vitest: controls the window. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void }

/** Moves the window to a page, also of another site, until the test ends. Nothing loads. */
export function visit(url: string): void {
  const { href } = location
  jsdom.reconfigure({ url })
  onTestFinished(() => jsdom.reconfigure({ url: href }))
}
