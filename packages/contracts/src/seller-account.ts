import {
  applicationStates,
  documentTypes,
  maxDocumentBytes,
} from '@terrace/domain/sellers/seller-application'
import { z } from 'zod/mini'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'
import { wireMoney } from './wire-money.ts'

const text = (limit: number) =>
  z
    .string({ error: 'must be a text' })
    .check(visibleLine(), z.maxLength(limit, `must be at most ${limit} characters`))
const countryCode = z
  .string({ error: 'must be a country code such as GB' })
  .check(z.regex(/^([A-Z]{2})?$/, 'must be a country code such as GB'))

const address = z.strictObject({
  line1: text(120),
  line2: z._default(text(120), ''),
  city: text(80),
  region: z._default(text(80), ''),
  postal_code: text(20),
  country: countryCode,
})

/** `iban` for countries that use it; otherwise `account_number` with `bank_code`: a routing number, a sort code and so on. */
export const bankAccountInput = z.strictObject({
  country: countryCode,
  holder: text(120),
  iban: z._default(text(42), ''),
  account_number: z._default(text(34), ''),
  bank_code: z._default(text(20), ''),
})
export type BankAccountInput = z.output<typeof bankAccountInput>

/** Details of an application that may still be incomplete: every field is checked, and empty ones are allowed. */
export const sellerDetailsInput = z.strictObject({
  company_name: z.optional(text(200)),
  address: z.optional(address),
  tax_number: z.optional(text(40)),
  /** If it is absent, the saved one stays. The number is never sent back, only its last four characters. */
  bank_account: z.optional(bankAccountInput),
  /** Slugs of sports and genres. */
  categories: z.optional(z.array(text(80)).check(z.maxLength(30, 'must have at most 30 categories'))),
})
export type SellerDetailsInput = z.output<typeof sellerDetailsInput>

/** Changes the details of a team that sells; absent fields stay as they are. */
export const sellerDetailsChangeInput = z
  .strictObject({
    address: z.optional(address),
    tax_number: z.optional(text(40)),
    bank_account: z.optional(bankAccountInput),
  })
  .check(z.refine((input) => Object.keys(input).length > 0, 'must have a field to change'))
export type SellerDetailsChangeInput = z.output<typeof sellerDetailsChangeInput>

const shownBankAccount = z.object({ country: z.string(), holder: z.string(), last4: z.string() })

const wireDocument = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.enum(documentTypes),
  bytes: z.int(),
  created_at: z.iso.datetime(),
})

/** The text that a team agrees to when it applies to sell. */
export const wireSellerTerms = z.object({
  version: z.string(),
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
})
export type WireSellerTerms = z.output<typeof wireSellerTerms>

export const wireSellerAccount = z.object({
  /** `none`: the team has not begun. */
  state: z.enum(['none', ...applicationStates]),
  /** Whether the caller is an owner, who alone fills in and submits the application. */
  may_manage: z.boolean(),
  may_edit: z.boolean(),
  can_sell: z.boolean(),
  company_name: z.string(),
  address,
  tax_number: z.string(),
  /** Only for owners and members with `money`, like the use of the limit of exposure. */
  bank_account: z.optional(z.nullable(shownBankAccount)),
  categories: z.array(z.string()),
  documents: z.array(wireDocument),
  submitted_at: z.nullable(z.iso.datetime()),
  decided_at: z.nullable(z.iso.datetime()),
  /** The seller terms that the last application agreed to. */
  agreed_terms: z.nullable(z.object({ version: z.string(), agreed_at: z.iso.datetime() })),
  /** Why the application was declined, or what is asked. */
  operator_note: z.nullable(z.string()),
  suspended: z.nullable(z.object({ since: z.iso.datetime(), reason: z.string() })),
  /** Whether the caller may change the details: owners of a team that sells. */
  may_change: z.boolean(),
  /** A change that waits for an operator. The details above count until it is approved. */
  change: z.nullable(
    z.object({
      requested_at: z.iso.datetime(),
      changed: z.array(z.enum(['bank account', 'tax number', 'country', 'address'])),
      address,
      tax_number: z.string(),
      bank_account: z.optional(z.nullable(shownBankAccount)),
    }),
  ),
  /** Why the last change was declined; until the next one is requested. */
  declined_change: z.nullable(z.string()),
  /** `null` for a team that does not sell. `limit` is `null` where there is none. */
  limits: z.nullable(
    z.object({
      exposure: z.optional(z.object({ limit: z.nullable(wireMoney), used: wireMoney })),
      /** Sales whose tickets are not delivered. */
      unconfirmed_sales: z.object({ limit: z.nullable(z.int()), used: z.int() }),
    }),
  ),
  choices: z.object({
    countries: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** Which numbers its bank accounts have. `bank_code` names the code that goes with the account number; `null`: only IBANs. */
        bank_accounts: z.object({ have_iban: z.boolean(), bank_code: z.nullable(z.string()) }),
      }),
    ),
    categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
})
export type WireSellerAccount = z.output<typeof wireSellerAccount>

const response = z.object({ data: wireSellerAccount })
const documentParams = z.object({ document_id: z.string().check(z.maxLength(100)) })

/** A team's application to sell and, once it is approved, its details and limits. Members read it; owners change it. */
export const sellerAccountRoutes = {
  read: defineRoute({
    name: 'seller-account.read',
    method: 'GET',
    path: '/settings/seller-account',
    auth: 'account',
    response,
    errors: [],
  }),
  terms: defineRoute({
    name: 'seller-account.terms',
    method: 'GET',
    path: '/settings/seller-account/terms',
    auth: 'account',
    response: z.object({ data: wireSellerTerms }),
    errors: [],
  }),
  /** Saves the given fields in a draft. */
  save: defineRoute({
    name: 'seller-account.save',
    method: 'PATCH',
    path: '/settings/seller-account',
    auth: 'account',
    body: sellerDetailsInput,
    response,
    errors: ['team.not_owner', 'seller.not_editable', 'session.forbidden'],
  }),
  submit: defineRoute({
    name: 'seller-account.submit',
    method: 'POST',
    path: '/settings/seller-account/submit',
    auth: 'account',
    needsReauthentication: true,
    /** The version of the seller terms that the applicant has agreed to, which must be the current one. */
    body: z.strictObject({
      terms_version: z.string({ error: 'agree to the seller terms' }).check(z.maxLength(20)),
    }),
    response,
    errors: ['team.not_owner', 'seller.not_editable', 'seller.incomplete'],
  }),
  /** A PDF, JPEG or PNG file. Operators alone can read it afterwards. */
  addDocument: defineRoute({
    name: 'seller-account.add-document',
    method: 'POST',
    path: '/settings/seller-account/documents',
    auth: 'account',
    body: z.strictObject({
      name: text(120).check(z.minLength(1, 'must not be empty')),
      base64: z
        .string({ error: 'must be base64' })
        .check(
          z.minLength(1, 'must be a file'),
          z.maxLength(Math.ceil(maxDocumentBytes / 3) * 4, 'must be a file of at most 10 MB'),
          z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
        ),
    }),
    response,
    errors: [
      'team.not_owner',
      'seller.not_editable',
      'seller.document_invalid',
      'seller.too_many_documents',
      'files.unavailable',
    ],
    perMinute: 30,
    maxBodyBytes: 14_500_000,
  }),
  removeDocument: defineRoute({
    name: 'seller-account.remove-document',
    method: 'DELETE',
    path: '/settings/seller-account/documents/:document_id',
    auth: 'account',
    params: documentParams,
    response,
    errors: ['team.not_owner', 'seller.not_editable', 'seller.document_not_found'],
  }),
  /**
   * Changes the details of a seller. If bank account, tax number or country change, the whole change waits for an operator's
   * decision. Owners get an email.
   */
  changeDetails: defineRoute({
    name: 'seller-account.change-details',
    method: 'PATCH',
    path: '/settings/seller-account/details',
    auth: 'account',
    needsReauthentication: true,
    body: sellerDetailsChangeInput,
    response,
    errors: ['team.not_owner', 'seller.not_approved', 'seller.nothing_changed'],
    perMinute: 5,
  }),
  /** Ends the change that waits for an operator. */
  withdrawChange: defineRoute({
    name: 'seller-account.withdraw-change',
    method: 'DELETE',
    path: '/settings/seller-account/details/change',
    auth: 'account',
    needsReauthentication: true,
    response,
    errors: ['team.not_owner', 'seller.not_approved', 'seller.no_change'],
  }),
}
