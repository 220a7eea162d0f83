import { expect, type Page } from '@playwright/test'

/** The link in the latest letter with this subject to this address, as soon as it is there. */
export async function linkInLetter(page: Page, to: string, subject: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const list = await page.request.get('/dev/mail')
    const letters = [
      ...(await list.text()).matchAll(/<a href="([^"]+)">([^<]*)<\/a>\s*<span>([^<]*)<\/span>/g),
    ]
    const letter = letters.find(([, , title, recipients]) => title === subject && recipients?.includes(to))
    const text = await (await page.request.get(letter?.[1] ?? '/dev/mail')).text()
    link = /https?:\/\/[^\s"<]+\/(?:login|[\w-]{43})(?=[\s"<])/.exec(letter ? text : '')?.[0] ?? ''
    expect(link, `a letter "${subject}" to ${to}`).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return link
}
