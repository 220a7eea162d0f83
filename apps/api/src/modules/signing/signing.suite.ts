import { signedEvent } from '@terrace/contracts/signing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { TestApp } from '#api/test/harness/build-test-app.ts'
import { claimEnvelope, type ClaimResult } from './claim-envelope.ts'
import { testSignup, type TestSignup } from '#api/test/fixtures/signup-fixture.ts'

interface SuiteOptions {
  open: () => Promise<TestApp>
  /** Acts as signer and provider and returns the envelope id. A second call repeats the same document. */
  sign: (app: TestApp, signup: TestSignup, frameUrl: string, email: string) => Promise<string>
}

/** Contract tests that every signing provider passes. */
export function signingSuite(name: string, { open, sign }: SuiteOptions): void {
  describe(`signing by ${name}`, () => {
    let app: TestApp
    let published: { channels: readonly string[]; event: string; data: unknown }[]
    beforeEach(async () => {
      app = await open()
      published = []
      app.deps.realtime.publish = async (channels, event, data) =>
        void published.push({ channels: [...channels], event, data })
    })
    afterEach(() => app.close())

    const claim = (envelopeId: string, email: string, nonce: string | undefined): Promise<ClaimResult> =>
      inTransaction(app.db, (tx) => claimEnvelope(tx, { envelopeId, email, nonce }))

    test('[SIGN-10] [SIGN-11] [SIGN-12] docusign-completed goes only to the channel of its sign-up', async () => {
      const signup = testSignup(app)
      const { frame_url, channel, event } = await signup.start()
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      await app.deps.outbox.drain()
      expect(event).toBe('docusign-completed')
      expect(channel).toMatch(/^private-signup-[0-9a-f]{40}$/)
      expect(published).toEqual([
        {
          channels: [channel],
          event: signedEvent,
          data: { email: 'ann@example.com', envelope_id: envelopeId },
        },
      ])
    })

    test('a repeated report is published and recorded once', async () => {
      const signup = testSignup(app)
      const { frame_url } = await signup.start()
      const first = await sign(app, signup, frame_url, 'ann@example.com')
      expect(await sign(app, signup, frame_url, 'ann@example.com')).toBe(first)
      await app.deps.outbox.drain()
      expect(published).toHaveLength(1)
      const { rows } = await sql`select 1 from signing_audit where event = 'signed'`.execute(app.db)
      expect(rows).toHaveLength(1)
    })

    test('a browser that missed the event can fetch the envelope of its own sign-up', async () => {
      const [signup, other] = [testSignup(app), testSignup(app)]
      const { frame_url } = await signup.start()
      await other.start({ email: 'ben@example.com' })
      expect(await signup.status()).toMatchObject({ envelope_id: null, email: null })
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      expect(await signup.status()).toMatchObject({ envelope_id: envelopeId, email: 'ann@example.com' })
      expect(await other.status()).toMatchObject({ envelope_id: null, email: null })
      expect(await testSignup(app).status()).toMatchObject({ envelope_id: null, email: null })
    })

    test('[X-SIGN-01] an envelope is single-use and matches the signer’s email case-insensitively', async () => {
      const signup = testSignup(app)
      const { frame_url } = await signup.start()
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      expect(await claim(envelopeId, 'ben@example.com', signup.nonce())).toBe('wrong_email')
      expect(await claim(envelopeId, ' ANN@example.com ', signup.nonce())).toBe('ok')
      expect(await claim(envelopeId, 'ann@example.com', signup.nonce())).toBe('used')
      expect((await signup.status()).envelope_id).toBeNull()
    })

    test('[X-SIGN-01] an envelope is unknown to a browser that did not sign it, like one that never existed', async () => {
      const [signup, thief] = [testSignup(app), testSignup(app)]
      const { frame_url } = await signup.start()
      await thief.start({ email: 'thief@example.com' })
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      expect(await claim(envelopeId, 'ann@example.com', thief.nonce())).toBe('unknown')
      expect(await claim(envelopeId, 'ann@example.com', 'x'.repeat(43))).toBe('unknown')
      expect(await claim(envelopeId, 'ann@example.com', undefined)).toBe('unknown')
      expect(await claim('env_never', 'ann@example.com', signup.nonce())).toBe('unknown')
    })

    test('of ten concurrent sign-ups with one envelope exactly one claims it', async () => {
      const signup = testSignup(app)
      const { frame_url } = await signup.start()
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      const results = await Promise.all(
        Array.from({ length: 10 }, () => claim(envelopeId, 'ann@example.com', signup.nonce())),
      )
      expect(results.toSorted()).toEqual(['ok', ...Array.from({ length: 9 }, () => 'used')])
    })

    test('a failed sign-up leaves its envelope unclaimed', async () => {
      const signup = testSignup(app)
      const { frame_url } = await signup.start()
      const envelopeId = await sign(app, signup, frame_url, 'ann@example.com')
      const failing = inTransaction(app.db, async (tx) => {
        await claimEnvelope(tx, { envelopeId, email: 'ann@example.com', nonce: signup.nonce() })
        throw new Error('the username is taken')
      })
      await expect(failing).rejects.toThrow('taken')
      expect(await claim(envelopeId, 'ann@example.com', signup.nonce())).toBe('ok')
    })
  })
}
