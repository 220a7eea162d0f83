import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'

/** An unstyled pressable that opens a menu, such as the avatar. */
export function MenuButton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Button className="relative inline-flex rounded-full">
      {children}
      {/* Beside what is drawn, not instead of it: who says what he sees must reach the button too. */}
      <span className="sr-only">{label}</span>
    </Button>
  )
}
