import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { commonErrors } from '#api/shared/app-error.ts'
import { completeSigning, type CompleteDeps } from '../complete-signing.ts'
import { requestEvidence } from '../request-evidence.ts'
import { signingErrors } from '../signing.errors.ts'
import { isSigningOf } from '../signings.repo.ts'
import { isSignedByConnect } from './connect-signature.ts'

const message = z.object({
  event: z.string().max(100),
  data: z.object({ envelopeId: z.string().regex(/^[\w-]{1,100}$/) }),
})
const textField = z.object({ name: z.string(), value: z.string().nullish() })
const noField = { name: '', value: null }
const completed = z.object({
  generatedDateTime: z.string().max(50).optional(),
  data: z.object({
    envelopeSummary: z.object({
      completedDateTime: z.string().max(50).optional(),
      // Without a reference field, whatever they hold must not reject the signature.
      customFields: z
        .object({ textCustomFields: z.array(textField.catch(noField)).nullish() })
        .nullish()
        .catch(undefined),
      recipients: z.object({
        signers: z.array(
          z.object({
            email: z.string().max(254),
            name: z.string().max(300).optional(),
            roleName: z.string().optional(),
            status: z.string().optional(),
          }),
        ),
      }),
    }),
  }),
})

interface WebhookOptions extends CompleteDeps {
  keys: readonly string[]
  signerRole: string
  /** Text field of the envelope with the id of the signing; without one, the email address decides. */
  referenceField: string | undefined
}

/**
 * DocuSign Connect webhook. Responds 200 to every correctly signed message, since Connect would resend it otherwise.
 * The Connect configuration must include recipients; the signer appears nowhere else. With a reference field, it must
 * include custom fields, and an envelope that names no signing of its signer is ignored.
 */
export async function serveWebhook(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  // The signature covers the raw bytes, so the body must not be parsed first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1_048_576 }, (_request, body, done) =>
    done(null, body),
  )

  app.post('/signing/docusign/webhook', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSignedByConnect(body, request.headers, options.keys)) {
      request.log.warn('signing webhook: invalid signature')
      throw signingErrors.make('signing.webhook_rejected')
    }
    const json = parseJson(body)
    const known = message.safeParse(json).data
    if (!known) throw commonErrors.make('request.malformed')
    if (known.event !== 'envelope-completed') return reply.send({ data: { status: 'ignored' } })
    const { envelopeId } = known.data
    const details = completed.safeParse(json).data
    const signers = details?.data.envelopeSummary.recipients.signers ?? []
    // A template may have further signers, who sign for us.
    const signer = signers.find(({ roleName }) => roleName === options.signerRole) ?? signers[0]
    if (!signer) {
      request.log.error({ envelopeId }, 'completed envelope has no signer: Connect must include recipients')
      return reply.send({ data: { status: 'ignored' } })
    }
    const email = signer.email.trim()
    const signingId = referenceOf(details, options.referenceField)
    if (options.referenceField !== undefined && !(await isSigningOf(options.db, { signingId, email }))) {
      request.log.error(
        { envelopeId },
        `completed envelope names no signing of its signer in ${options.referenceField}: Connect must include custom fields`,
      )
      return reply.send({ data: { status: 'ignored' } })
    }
    const isNew = await completeSigning(options, {
      provider: 'docusign',
      envelopeId,
      email,
      signingId,
      evidence: {
        ...requestEvidence(request),
        details: {
          name: signer.name ?? null,
          email: signer.email,
          completed_at: details?.data.envelopeSummary.completedDateTime ?? null,
          notified_at: details?.generatedDateTime ?? null,
        },
      },
    })
    return reply.send({ data: { status: isNew ? 'recorded' : 'known' } })
  })
}

function referenceOf(
  details: z.output<typeof completed> | undefined,
  field: string | undefined,
): string | undefined {
  const fields = details?.data.envelopeSummary.customFields?.textCustomFields ?? []
  return fields.find(({ name }) => name === field)?.value ?? undefined
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw commonErrors.make('request.malformed', { cause: error })
  }
}
