import type { ResponseOf } from '@terrace/contracts/route'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import type { DropdownOption } from '#web/ui/dropdown.tsx'
import { Flag } from '#web/ui/flag.tsx'
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

/** What the reader of the HTML would see. Nothing of it runs or loads: the parsed document is never shown. */
function textOfHtml(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}
