import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'

/** Link to the registration page (spec §2); `promotion` is an optional text above it. */
export function SignUpInvitation({ promotion }: { promotion?: string }) {
  return (
    <section
      aria-label="Sign up"
      className="mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-6"
    >
      <div className="min-w-0 flex-1 basis-44">
        <p className="text-base">Don&apos;t have an account?</p>
        {promotion !== undefined && <p className="mt-1 text-sm text-muted">{promotion}</p>}
      </div>
      <Link to="/signup" className={buttonClass('secondary')}>
        Sign up now
      </Link>
    </section>
  )
}
