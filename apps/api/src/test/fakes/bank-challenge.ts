import type { TestApp } from '../harness/build-test-app.ts'

/** Completes the bank's 3-D Secure page and returns the path of the redirect back. */
export async function completeBankChallenge(
  { app }: Pick<TestApp, 'app'>,
  url: string,
  decision: 'approve' | 'fail',
): Promise<string> {
  const { pathname, search } = new URL(url, 'http://localhost')
  const response = await app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  })
  return String(response.headers.location)
}
