import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { buyerTerms } from '../in-app/legal-text.ts'
import { signingSuite } from '../signing.suite.ts'

signingSuite('our own page', {
  open: async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-signing-'))
    return buildTestApp({ config: { dataFolder } })
  },
  async sign(_app, signup, frameUrl) {
    const answer = await signup.post('/signing/frame/sign', {
      id: new URL(frameUrl, 'http://localhost').searchParams.get('id'),
      terms_version: buyerTerms('Terrace').version,
      consent: true,
      signature: { kind: 'typed', text: 'Ann Buyer' },
    })
    return answer.json().data.envelope_id
  },
})
