import { expect, type Page } from '@playwright/test'

const patience = { timeout: 30_000 }

/** The text of the latest letter with this subject to this address; empty while there is none. */
async function readLetter(page: Page, to: string, subject: string): Promise<string> {
  const list = await page.request.get('/dev/mail')
  const letters = [...(await list.text()).matchAll(/<a href="([^"]+)">([^<]*)<\/a>\s*<span>([^<]*)<\/span>/g)]
  const letter = letters.find(([, , title, recipients]) => title === subject && recipients?.includes(to))
  return letter?.[1] === undefined ? '' : (await page.request.get(letter[1])).text()
}

/** Waits until a letter with this subject has gone to this address. */
export async function expectLetter(page: Page, to: string, subject: string): Promise<void> {
  await expect(async () => {
    expect(await readLetter(page, to, subject), `a letter "${subject}" to ${to}`).not.toBe('')
  }).toPass(patience)
}

/** The link in the latest letter with this subject to this address, as soon as it is there. */
export async function linkInLetter(page: Page, to: string, subject: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const text = await readLetter(page, to, subject)
    link = /https?:\/\/[^\s"<]+\/(?:login|[\w-]{43})(?=[\s"<])/.exec(text)?.[0] ?? ''
    expect(link, `a link in a letter "${subject}" to ${to}`).not.toBe('')
  }).toPass(patience)
  return link
}
