import type { BankAccountInput, SellerDetailsInput } from '@terrace/contracts/seller-account'
import { taxNumberProblem } from '@terrace/domain/sellers/tax-number'
import { invalidInput } from '#api/shared/app-error.ts'
import { bankProblems, plainBankAccount } from './bank-account.ts'

/** The details of a team that sells or applies to. They are stored as one encrypted value. */
export interface SellerDetails {
  companyName: string
  address: NonNullable<SellerDetailsInput['address']>
  taxNumber: string
  bankAccount: BankAccountInput | null
  categories: string[]
}

export const emptyDetails: SellerDetails = {
  companyName: '',
  address: { line1: '', line2: '', city: '', region: '', postal_code: '', country: '' },
  taxNumber: '',
  bankAccount: null,
  categories: [],
}

/** The details with the given changes. */
export function withInput(details: SellerDetails, input: SellerDetailsInput): SellerDetails {
  return {
    companyName: input.company_name ?? details.companyName,
    address: input.address ?? details.address,
    taxNumber: input.tax_number ?? details.taxNumber,
    bankAccount:
      input.bank_account === undefined ? details.bankAccount : plainBankAccount(input.bank_account),
    categories: input.categories === undefined ? details.categories : [...new Set(input.categories)],
  }
}

export interface Known {
  countries: ReadonlySet<string>
  categories: ReadonlySet<string>
}

/**
 * @throws `input.invalid` that names each wrong field and, if the details must be complete, each missing one
 */
export function assertDetails(
  details: SellerDetails,
  known: Known,
  completeness: { isComplete: boolean },
): void {
  const fields = detailProblems(details, known, completeness)
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

/** What is wrong with the details, by field. */
export function detailProblems(
  { companyName, address, taxNumber, bankAccount, categories }: SellerDetails,
  known: Known,
  { isComplete }: { isComplete: boolean },
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const add = (name: string, problem: string | undefined) => {
    if (problem !== undefined) fields[name] = [problem]
  }
  const required = (name: string, value: string) =>
    add(name, isComplete && value === '' ? 'is required' : undefined)
  required('company_name', companyName)
  required('address.line1', address.line1)
  required('address.city', address.city)
  required('address.postal_code', address.postal_code)
  required('address.country', address.country)
  if (address.country !== '' && !known.countries.has(address.country))
    add('address.country', 'must be a country code such as GB')
  required('tax_number', taxNumber)
  if (taxNumber !== '' && address.country !== '')
    add('tax_number', taxNumberProblem(taxNumber, address.country))
  if (bankAccount) {
    for (const [name, problem] of Object.entries(bankProblems(bankAccount, { isComplete })))
      add(`bank_account.${name}`, problem)
    if (bankAccount.country !== '' && !known.countries.has(bankAccount.country))
      add('bank_account.country', 'must be a country code such as GB')
  } else if (isComplete) add('bank_account', 'is required')
  const unknown = categories.find((slug) => !known.categories.has(slug))
  if (unknown !== undefined) add('categories', `"${unknown}" is not a category`)
  if (isComplete && categories.length === 0) add('categories', 'choose at least one')
  return fields
}
