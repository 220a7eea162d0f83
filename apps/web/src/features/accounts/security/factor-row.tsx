import type { ReactNode } from 'react'

interface FactorRowProps {
  icon: ReactNode
  title: string
  text: ReactNode
  /** Buttons. */
  actions: ReactNode
  /** Below the row: errors. */
  children?: ReactNode
}

/** One kind of second factor, with its state and buttons. */
export function FactorRow({ icon, title, text, actions, children }: FactorRowProps) {
  return (
    <div className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span aria-hidden className="text-muted [&_svg]:size-5">
          {icon}
        </span>
        <div className="min-w-48 flex-1">
          <h3 className="text-base font-medium">{title}</h3>
          <p className="mt-0.5 text-xs text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </div>
  )
}
