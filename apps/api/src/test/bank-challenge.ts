import type { TestApp } from './build-test-app.ts'

/** What the buyer answers on the bank's page (3-D Secure); answers the path that it sends the browser back to. */
export async function answerBank(
  { app }: Pick<TestApp, 'app'>,
  url: string,
  answer: 'approve' | 'fail',
): Promise<string> {
  const { pathname, search } = new URL(url, 'http://localhost')
  const response = await app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `answer=${answer}`,
  })
  return String(response.headers.location)
}
