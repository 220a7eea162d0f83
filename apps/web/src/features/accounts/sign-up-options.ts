import type { ResponseOf } from '@terrace/contracts/route'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import type { DropdownOption } from '#web/ui/dropdown.tsx'
import type { CountryCode } from './registration.ts'

type Options = ResponseOf<typeof signUpRoutes.options>['data']

/** What the registration screen offers to choose from; the spec's data key. */
export function signUpOptionsQuery() {
  return queryOptions({
    queryKey: ['get-sign-up'],
    queryFn: async ({ signal }) => (await call(signUpRoutes.options, { signal })).data,
    // Countries and currencies do not change while somebody fills in a form.
    staleTime: Infinity,
  })
}

/** A country with its dial code as the dropdown takes it and as the form keeps it. */
export type CountryOption = CountryCode & DropdownOption

export function countryOptions(list: Options['dial_code_list']): CountryOption[] {
  return list.map(({ iso_code, dial_code, name }) => ({
    // Several countries share a dial code, so that the code alone is no id.
    id: `${iso_code} ${dial_code}`,
    name: `${name} ${dial_code}`,
    originalId: dial_code,
    short: `${flag(iso_code)} ${dial_code}`,
    icon: flag(iso_code),
  }))
}

export function currencyOptions(list: Options['marketplace_currencies']) {
  return list.map(({ id, display_name }) => ({ id, name: textOfHtml(display_name) }))
}

/** The flag of a country by its two letters: the same two of the regional indicators. */
function flag(isoCode: string): string {
  return [...isoCode.toUpperCase()]
    .map((letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65))
    .join('')
}

/** What the reader of the HTML would see. Nothing of it runs or loads: the parsed document is never shown. */
function textOfHtml(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}
