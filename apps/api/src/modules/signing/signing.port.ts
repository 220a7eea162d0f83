import type { FastifyInstance } from 'fastify'

export type SigningProvider = 'in-app' | 'docusign'

/** Who is to sign. */
export interface SigningRequest {
  signingId: string
  name: string
  email: string
}

/** Has the buyer terms signed, in a frame of the registration screen. Adapters report with {@link RecordSignature}. */
export interface SigningPort {
  provider: SigningProvider
  /** What the frame shows besides pages of our own, as sources for the content security policy. */
  frameSources: readonly string[]
  /** Where the frame goes; relative to the server's origin, or absolute. */
  frameUrl(request: SigningRequest): string
  /** Where the signer gets a copy of the envelope's document; null where the provider sends it. */
  copyUrl(envelopeId: string): string | null
  /** Opens what the adapter serves itself: pages, or the provider's way to tell us. */
  attach(app: FastifyInstance): void
}

/** The same whoever the provider is. */
export interface SignatureCompleted {
  provider: SigningProvider
  envelopeId: string
  email: string
  /** Undefined where the provider tells no more than who signed. */
  signingId: string | undefined
  /** Of the signed document where it is kept by us: with the signature it is somebody's. */
  file?: string
  /** For the audit trail. */
  evidence: Evidence
}

export interface Evidence {
  address: string
  userAgent: string
  facts: Record<string, unknown>
}
