import { moneyFields } from '@terrace/domain/sellers/money-fields'
import { AppError } from '#api/shared/app-error.ts'

/** Names of listings' columns in lists of changed fields. */
const moneyColumns: ReadonlySet<unknown> = new Set(['cost_minor'])
/** Their message has the value of the team's stock and sales. */
const overLimit: ReadonlySet<unknown> = new Set(['over_limit', 'seller.over_limit'])
const overLimitText = 'This would exceed your team’s limit'

/**
 * Removes what only members with `money` may see: the fields themselves, their entries in lists of changes, and the amounts
 * in messages about limits. Contracts declare these fields as optional.
 */
export function withoutMoney<Value>(value: Value): Value
export function withoutMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMoney<unknown>(item))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    if (moneyFields.has(name)) return []
    // Its keys are the column names of a seller's file, such as `cost`, and its values have no amounts.
    if (name === 'columns') return [[name, part]]
    if (name === 'changes' && Array.isArray(part)) return [[name, withoutMoney(part.filter(isShown))]]
    if (name === 'changed_fields' && Array.isArray(part))
      return [[name, part.filter((field) => !moneyColumns.has(field))]]
    if (name === 'message' && 'code' in value && overLimit.has(value.code)) return [[name, overLimitText]]
    return [[name, withoutMoney(part)]]
  })
  return Object.fromEntries(kept)
}

const isShown = (change: unknown): boolean =>
  !(
    typeof change === 'object' &&
    change !== null &&
    'field' in change &&
    typeof change.field === 'string' &&
    moneyFields.has(change.field)
  )

/** Does the same for an error. The details of a conflict hold the current state of the record. */
export function errorWithoutMoney(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const { code, status, details, cause, retryAfterSeconds } = error
  const title = overLimit.has(code) ? overLimitText : error.title
  return new AppError(
    code,
    { status, title },
    {
      details: withoutMoney(details),
      cause,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  )
}
