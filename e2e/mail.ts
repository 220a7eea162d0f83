import { expect, type Page } from '@playwright/test'

const timeoutOptions = { timeout: 30_000 }

/** Returns the latest email with this subject to this address; empty when there is none. */
async function readEmail(page: Page, to: string, subject: string): Promise<string> {
  const list = await page.request.get('/dev/mail')
  const emails = [...(await list.text()).matchAll(/<a href="([^"]+)">([^<]*)<\/a>\s*<span>([^<]*)<\/span>/g)]
  const message = emails.find(([, , title, recipients]) => title === subject && recipients?.includes(to))
  return message?.[1] === undefined ? '' : (await page.request.get(message[1])).text()
}

/** Waits until an email with this subject has been sent to this address. */
export async function expectEmail(page: Page, to: string, subject: string): Promise<void> {
  await expect(async () => {
    expect(await readEmail(page, to, subject), `a letter "${subject}" to ${to}`).not.toBe('')
  }).toPass(timeoutOptions)
}

/** Waits for the latest email with this subject to this address and returns its link. */
export async function findEmailLink(page: Page, to: string, subject: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const text = await readEmail(page, to, subject)
    link = /https?:\/\/[^\s"<]+\/(?:login|[\w-]{43})(?=[\s"<])/.exec(text)?.[0] ?? ''
    expect(link, `a link in a letter "${subject}" to ${to}`).not.toBe('')
  }).toPass(timeoutOptions)
  return link
}
