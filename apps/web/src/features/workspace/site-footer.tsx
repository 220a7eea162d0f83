import { Link } from '@tanstack/react-router'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ArrowUpIcon } from '#web/ui/icons.ts'

const firstYear = 2024
const link = 'rounded-sm py-2 hover:text-ink hover:underline'

/** '© 2024–2026 Terrace'; a single year in 2024 (product.md §10). */
function copyrightText(brand: string, year: number): string {
  return year > firstYear ? `© ${firstYear}–${year} ${brand}` : `© ${firstYear} ${brand}`
}

function scrollToTop() {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' })
}

export function SiteFooter({ brand, product }: { brand: string; product: string }) {
  return (
    <footer
      className={cx(
        'mt-16 flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-4 text-muted sm:px-5 print:hidden',
        // Hidden while skeletons show: the loaded content has another height, and the footer would jump.
        '[[data-main-loading]_&]:invisible',
      )}
    >
      <p className="tabular">{copyrightText(brand, new Date(useServerNow()).getFullYear())}</p>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
        <Link to="/" className={link}>
          Home
        </Link>
        <Link to="/{$product}-buyer-policy" params={{ product }} className={link}>
          Buyer policy
        </Link>
        <Link to="/terms-and-condition" className={link}>
          Terms
        </Link>
        <Link to="/privacy" className={link}>
          Privacy
        </Link>
      </nav>
      <Button
        tone="quiet"
        size="sm"
        className="-mr-3 ml-auto"
        icon={<ArrowUpIcon aria-hidden className="size-4" />}
        onPress={scrollToTop}
      >
        Back to top
      </Button>
    </footer>
  )
}
