import type { FastifyInstance } from 'fastify'

export type SigningProvider = 'in-app' | 'docusign'

export interface SigningRequest {
  signingId: string
  name: string
  email: string
}

/** Lets a person sign the buyer terms in a frame on the sign-up page. Adapters report through `completeSigning`. */
export interface SigningPort {
  provider: SigningProvider
  /** Content-Security-Policy sources that the frame needs in addition to our own pages. */
  frameSources: readonly string[]
  /** Relative to the server's origin, or absolute. */
  frameUrl(request: SigningRequest): string
  /** Download URL of the signer's copy; `null` if the provider emails it. */
  copyUrl(envelopeId: string): string | null
  /** Mounts the adapter's own routes: pages or webhooks. */
  attach(app: FastifyInstance): void
}

/** A completed signature, from any provider. */
export interface SignatureCompleted {
  provider: SigningProvider
  envelopeId: string
  email: string
  /** `undefined` if the provider reports only the signer. */
  signingId: string | undefined
  /** The stored document, if we keep it; recording the signature claims the file. */
  file?: string
  /** For the audit trail. */
  evidence: Evidence
}

export interface Evidence {
  ipAddress: string
  userAgent: string
  details: Record<string, unknown>
}
