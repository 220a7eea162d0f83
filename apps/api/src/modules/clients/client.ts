import type { Commission } from '@terrace/domain/money/commission'

/** Encrypted at rest; empty strings where unknown. */
export interface ClientDetails {
  name: string
  company: string
  email: string
  phone: string
  notes: string
}

/** Client fields entered by a broker. */
export interface ClientEntry extends ClientDetails {
  /** ISO 639-1. */
  language: string | null
  currency: string | null
  /** The default of quotes for this client. */
  commission: Commission | null
}

export interface Client extends ClientEntry {
  id: string
  teamId: string
  version: number
  createdAt: Date
  updatedAt: Date
  lastUsedAt: Date
}
