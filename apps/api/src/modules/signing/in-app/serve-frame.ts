import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { parseInput } from '#api/http/parse-input.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import { readStandaloneFont, readStandaloneStyles } from '#api/shared/http/standalone-page.ts'
import { requestEvidence } from '../request-evidence.ts'
import { signingErrors } from '../signing.errors.ts'
import { findSigning, isEnvelopeOf, recordOpening } from '../signings.repo.ts'
import { nonceHash, signupNonce } from '../signup-nonce.ts'
import { renderFrame, framePath, renderUnknownFrame } from './frame-page.ts'
import { buyerTerms, privacyNotice } from './legal-text.ts'
import { documentFile, signInApp, type InAppDeps } from './sign-in-app.ts'
import { signatureInput } from './signature.ts'

const folder = new URL('./frame/', import.meta.url)
const files = [
  { file: 'frame.css', type: 'text/css; charset=utf-8' },
  { file: 'frame.js', type: 'text/javascript; charset=utf-8' },
]

/** Same-origin resources only, nothing inline, framed by our own pages only. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
}

const frameQuery = z.object({ id: z.string().max(80) })
const signBody = z.strictObject({
  id: z.string().max(80),
  terms_version: z.string().max(20),
  consent: z.literal(true, { error: 'You must agree to the terms' }),
  signature: signatureInput,
})

export const copyPath = (envelopeId: string): string => `/signing/documents/${envelopeId}`

/** The signing page and its endpoints. The sign-up's cookie decides who may see and sign a document. */
export async function serveFrame(app: FastifyInstance, deps: InAppDeps): Promise<void> {
  const { db, files: store, logger, brand } = deps
  for (const { file, type } of files) {
    const url = new URL(file, folder)
    const text = await (file.endsWith('.css')
      ? readStandaloneStyles(url, { usesSiteFont: true })
      : readFile(url, 'utf8'))
    app.get(`${framePath}/${file}`, async (_request, reply) =>
      reply.headers(headers).header('cache-control', 'no-cache').type(type).send(text),
    )
  }

  const font = await readStandaloneFont()
  app.get(`${framePath}/inter.woff2`, async (_request, reply) =>
    reply.headers(headers).header('cache-control', 'public, max-age=86400').type('font/woff2').send(font),
  )

  app.get(framePath, async (request, reply) => {
    const signingId = frameQuery.safeParse(request.query).data?.id
    const nonce = signupNonce(request)
    const signing =
      signingId === undefined || nonce === undefined
        ? undefined
        : await findSigning(db, { signingId, nonceHash: nonceHash(nonce) })
    if (!signing) return sendPage(reply, 404, renderUnknownFrame())
    const terms = buyerTerms(brand)
    await recordOpening(db, {
      signingId: signing.id,
      termsVersion: terms.version,
      ...requestEvidence(request),
    })
    const { id, name, email } = signing
    return sendPage(
      reply,
      200,
      renderFrame({ signingId: id, name, email, terms, privacy: privacyNotice(brand) }),
    )
  })

  // CSRF: accepts JSON only, and the cookie is `SameSite`, so another site cannot sign on the user's behalf.
  const signing = { bodyLimit: 262_144, config: { rateLimit: { max: 30, timeWindow: 60_000 } } }
  app.post(`${framePath}/sign`, signing, async (request, reply) => {
    const body = parseInput(signBody, request.body)
    const nonce = signupNonce(request)
    if (nonce === undefined) throw signingErrors.make('signing.not_found')
    const envelopeId = await signInApp(deps, {
      signingId: body.id,
      nonceHash: nonceHash(nonce),
      termsVersion: body.terms_version,
      signature: body.signature,
      ...requestEvidence(request),
    })
    return reply
      .header('cache-control', 'no-store')
      .send({ data: { envelope_id: envelopeId, copy_url: copyPath(envelopeId) } })
  })

  app.get<{ Params: { envelope: string } }>(copyPath(':envelope'), async (request, reply) => {
    const { envelope } = request.params
    const nonce = signupNonce(request)
    const isSignersEnvelope = nonce !== undefined && (await isEnvelopeOf(db, envelope, nonceHash(nonce)))
    if (!isSignersEnvelope) throw commonErrors.make('route.not_found')
    const bytes = await store.get(documentFile(envelope))
    if (!bytes) {
      logger.error({ envelope }, 'signed document missing from the file store')
      throw signingErrors.make('signing.document_unavailable')
    }
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'attachment; filename="buyer-terms-signed.pdf"')
      .type('application/pdf')
      .send(bytes)
  })
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}
