import type { BankAccountInput } from '@terrace/contracts/seller-account'
import { countrySpecs, electronicFormatIBAN, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'

/** Country codes of bank accounts without IBAN, with the name and the format of both numbers. */
const localFormats: Readonly<Record<string, LocalFormat>> = {
  AU: {
    code: 'BSB number',
    codePattern: /^\d{6}$/,
    codeHint: '6 digits',
    account: /^\d{5,10}$/,
    hint: '5 to 10 digits',
  },
  CA: {
    code: 'institution and transit number',
    codePattern: /^\d{8,9}$/,
    codeHint: '8 or 9 digits',
    account: /^\d{7,12}$/,
    hint: '7 to 12 digits',
  },
  GB: {
    code: 'sort code',
    codePattern: /^\d{6}$/,
    codeHint: '6 digits',
    account: /^\d{8}$/,
    hint: '8 digits',
  },
  US: {
    code: 'routing number',
    codePattern: /^\d{9}$/,
    codeHint: '9 digits with a valid check digit',
    account: /^\d{4,17}$/,
    hint: '4 to 17 digits',
  },
}

interface LocalFormat {
  code: string
  codePattern: RegExp
  codeHint: string
  account: RegExp
  hint: string
}

/** Which numbers accounts of a country have: an IBAN, an account number with the code that is named, or either. */
export function bankNumbersOf(country: string): { haveIban: boolean; bankCode: string | null } {
  const haveIban = countrySpecs[country]?.IBANRegistry === true
  const local = localFormats[country]
  return { haveIban, bankCode: haveIban && !local ? null : (local ?? otherFormat).code }
}

const otherFormat = { code: 'BIC', account: /^[A-Z\d]{4,34}$/, hint: '4 to 34 letters and digits' }

export type BankProblems = Partial<
  Record<'country' | 'holder' | 'iban' | 'account_number' | 'bank_code', string>
>

/** The account with numbers as banks write them: without spaces and dashes, in upper case. */
export function plainBankAccount(account: BankAccountInput): BankAccountInput {
  const plain = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '')
  return {
    ...account,
    iban: electronicFormatIBAN(account.iban) ?? '',
    account_number: plain(account.account_number),
    bank_code: plain(account.bank_code),
  }
}

/** What is wrong with a bank account, by field. Empty numbers are allowed only in an incomplete one. */
export function bankProblems(
  account: BankAccountInput,
  { isComplete }: { isComplete: boolean },
): BankProblems {
  const { country, holder, iban, account_number: number, bank_code: code } = account
  const problems: BankProblems = {}
  if (country === '') {
    if (isComplete || iban + number + code !== '') problems.country = 'is required'
    return problems
  }
  if (isComplete && holder === '') problems.holder = 'is required'
  const { haveIban, bankCode } = bankNumbersOf(country)
  const local = localFormats[country]
  if (iban !== '') {
    const problem = haveIban ? ibanProblem(iban, country) : `accounts in ${country} have no IBAN`
    if (problem !== undefined) problems.iban = problem
    if (number !== '' || code !== '') problems.account_number = 'enter either the IBAN or the account number'
    return problems
  }
  if (bankCode === null) {
    if (isComplete || number + code !== '') problems.iban = `is required: accounts in ${country} have an IBAN`
    return problems
  }
  const format = local ?? otherFormat
  if ((isComplete || number !== '') && !format.account.test(number))
    problems.account_number = `must have ${format.hint}`
  if ((isComplete || code !== '') && !isBankCode(country, code, local))
    problems.bank_code = `must be a ${format.code}${local ? ` of ${local.codeHint}` : ', such as DBSSSGSG'}`
  return problems
}

function isBankCode(country: string, code: string, local: LocalFormat | undefined): boolean {
  if (!local) return isValidBIC(code) && code.slice(4, 6) === country
  return local.codePattern.test(code) && (country !== 'US' || isRoutingNumber(code))
}

/** The check digit of the American Bankers Association. */
function isRoutingNumber(code: string): boolean {
  const sum = [...code].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}

function ibanProblem(iban: string, country: string): string | undefined {
  if (!iban.startsWith(country)) return `must begin with ${country}, the country of the account`
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return undefined
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return `must have ${countrySpecs[country]?.chars ?? 0} characters in ${country}`
  return errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)
    ? 'has a wrong check digit'
    : 'is not an IBAN of this country'
}

/** Identifies the account: two spellings of one number are equal. */
export const bankIdentity = ({
  country,
  iban,
  account_number: number,
  bank_code: code,
}: BankAccountInput): string => (iban === '' ? `${country}/${code}/${number}` : iban)

export const lastFour = ({ iban, account_number: number }: BankAccountInput): string =>
  (iban === '' ? number : iban).slice(-4)

export const hasNumber = ({ iban, account_number: number }: BankAccountInput): boolean => iban + number !== ''
