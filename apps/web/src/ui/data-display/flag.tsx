import { cx } from '#web/ui/cx.ts'

/*
 * Flag emoji are empty boxes on systems without such a font, Windows among them. These are images of the package
 * country-flag-icons (MIT licence, included in the package), lazy-loaded one by one.
 */
const files = import.meta.glob<string>('@flags/*.svg', { query: '?url', import: 'default', eager: true })

const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(-'CH.svg'.length, -'.svg'.length), address]),
)

interface FlagProps {
  /** ISO 3166-1 alpha-2 code, shown when there is no image. */
  country: string
  /** Accessible name; empty when the country's name is next to the flag. */
  label?: string
  className?: string
}

export function Flag({ country, label = '', className }: FlagProps) {
  const address = addresses.get(country.toUpperCase())
  const box = cx(
    'inline-flex h-4 w-6 shrink-0 items-center justify-center rounded-xs ring-1 ring-line',
    className,
  )
  if (address === undefined) {
    return (
      <span className={cx(box, 'bg-sunken text-[0.625rem] font-semibold text-muted')}>
        <span aria-hidden>{country.toUpperCase()}</span>
        <span className="sr-only">{label}</span>
      </span>
    )
  }
  return (
    <img src={address} alt={label} width={24} height={16} loading="lazy" decoding="async" className={box} />
  )
}
