import type { WireSellerAccount } from '@terrace/contracts/seller-account'

/** The seller account of a team that has not begun to apply, as its owner sees it. */
export function wireSellerAccount(overrides: Partial<WireSellerAccount> = {}): WireSellerAccount {
  return {
    state: 'none',
    may_manage: true,
    may_edit: true,
    may_change: false,
    change: null,
    declined_change: null,
    can_sell: false,
    company_name: '',
    address: { line1: '', line2: '', city: '', region: '', postal_code: '', country: '' },
    tax_number: '',
    bank_account: null,
    categories: [],
    documents: [],
    submitted_at: null,
    decided_at: null,
    agreed_terms: null,
    operator_note: null,
    suspended: null,
    limits: null,
    choices: {
      countries: [
        { code: 'DE', name: 'Germany', bank_accounts: { have_iban: true, bank_code: null } },
        { code: 'GB', name: 'United Kingdom', bank_accounts: { have_iban: true, bank_code: 'sort code' } },
        {
          code: 'US',
          name: 'United States',
          bank_accounts: { have_iban: false, bank_code: 'routing number' },
        },
      ],
      categories: [
        { slug: 'football', name: 'Football' },
        { slug: 'music', name: 'Music' },
      ],
    },
    ...overrides,
  }
}
