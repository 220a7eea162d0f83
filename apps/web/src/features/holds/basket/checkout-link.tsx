import { Link } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money/money'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { basketOf, holdsToBuy } from './basket.ts'

interface CheckoutLinkProps {
  holds: readonly WireHold[]
  isPrimary: boolean
  size?: 'sm' | 'md'
  onPress?: () => void
}

/** Opens the checkout of the holds, with its total. */
export function CheckoutLink({ holds, isPrimary, size = 'md', onPress }: CheckoutLinkProps) {
  const { totals, quoteId } = basketOf(holdsToBuy(holds))
  return (
    <Link
      to="/checkout"
      search={{ quote: quoteId }}
      onClick={onPress}
      className={buttonClass(isPrimary ? 'primary' : 'secondary', size, 'tabular')}
    >
      {`Check out · ${totals.map(({ total }) => formatMoney(total)).join(' + ')}`}
    </Link>
  )
}
