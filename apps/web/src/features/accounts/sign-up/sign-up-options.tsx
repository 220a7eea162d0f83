import type { ResponseOf } from '@terrace/contracts/route'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import type { DropdownOption } from '#web/ui/controls/dropdown-choices.ts'
import { Flag } from '#web/ui/data-display/flag.tsx'
import type { CountryCode } from './registration.ts'

type Options = ResponseOf<typeof signUpRoutes.options>['data']

/** Countries and currencies of the registration form; the spec fixes the query key. */
export function signUpOptionsQuery() {
  return queryOptions({
    queryKey: ['get-sign-up'],
    queryFn: async ({ signal }) => (await call(signUpRoutes.options, { signal })).data,
    // Countries and currencies do not change while a user fills in the form.
    staleTime: Infinity,
  })
}

/** A country and its dial code, as dropdown option and form value. */
export type CountryOption = CountryCode & DropdownOption

export function countryOptions(list: Options['dial_code_list']): CountryOption[] {
  return list.map(({ iso_code, dial_code, name }) => ({
    // Several countries share a dial code, so the code alone is not an id.
    id: `${iso_code} ${dial_code}`,
    name: `${name} ${dial_code}`,
    originalId: dial_code,
    short: (
      <>
        <Flag country={iso_code} label={name} /> {dial_code}
      </>
    ),
    icon: <Flag country={iso_code} />,
  }))
}

export function currencyOptions(list: Options['marketplace_currencies']) {
  return list.map(({ id, display_name }) => ({ id, name: textOfHtml(display_name) }))
}

/**
 * Text content of an HTML string. Safe, because the parsed document is never attached: nothing in it runs or loads.
 */
function textOfHtml(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}
