import { z } from 'zod/mini'
import { defineRoute } from './route.ts'
import { visibleLine, visibleTrimmed } from './visible-text.ts'

const maxAddressLines = 6

/** Empty texts mean none. A name needs an address and the other way round; a tax number needs both. */
export const legalDetails = z
  .strictObject({
    legal_name: z
      .string({ error: 'must be a text' })
      .check(visibleLine(), z.maxLength(200, 'use at most 200 characters')),
    address: z.string({ error: 'must be a text' }).check(
      visibleTrimmed(),
      z.maxLength(400, 'use at most 400 characters'),
      z.refine((text) => text.split('\n').length <= maxAddressLines, `use at most ${maxAddressLines} lines`),
    ),
    tax_number: z
      .string({ error: 'must be a text' })
      .check(
        visibleTrimmed(),
        z.regex(
          /^(?:[\p{L}\d](?:[\p{L}\d ./-]{2,38}[\p{L}\d]))?$/u,
          'use 4 to 40 letters, digits, spaces, dots, hyphens and slashes, such as GB 123 4567 89',
        ),
      ),
  })
  .check(
    z.refine(
      (details) => details.legal_name !== '' || (details.address === '' && details.tax_number === ''),
      {
        path: ['legal_name'],
        error: 'enter the legal name',
      },
    ),
    z.refine(
      (details) => details.address !== '' || (details.legal_name === '' && details.tax_number === ''),
      {
        path: ['address'],
        error: 'enter the address',
      },
    ),
  )
export type WireLegalDetails = z.output<typeof legalDetails>

/** Who the team's invoices are addressed to. Every member sees it, because invoices show it; owners change it. */
export const teamLegalDetailsRoutes = {
  read: defineRoute({
    name: 'team-legal-details.read',
    method: 'GET',
    path: '/settings/team/legal-details',
    auth: 'account',
    response: z.object({
      data: z.object({ legal_name: z.string(), address: z.string(), tax_number: z.string() }),
    }),
    errors: [],
  }),
  /** For invoices that are issued from now on. */
  change: defineRoute({
    name: 'team-legal-details.change',
    method: 'PATCH',
    path: '/settings/team/legal-details',
    auth: 'account',
    needsReauthentication: true,
    body: legalDetails,
    response: z.object({
      data: z.object({ legal_name: z.string(), address: z.string(), tax_number: z.string() }),
    }),
    errors: ['team.not_owner'],
  }),
}
