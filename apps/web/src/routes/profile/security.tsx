import { CloseAccountSection } from '#web/features/accounts/closing/close-account-section.tsx'
import { EmailSection } from '#web/features/accounts/email/email-section.tsx'
import { DataExportSection } from '#web/features/accounts/export/data-export-section.tsx'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { SecondFactorSection } from '#web/features/accounts/security/second-factor-section.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'

export default function ProfileSecurity() {
  return (
    <div className="max-w-170 space-y-8">
      <SecondFactorSection />
      <ChangePasswordForm />
      <EmailSection />
      <SessionList />
      <DataExportSection />
      <CloseAccountSection />
    </div>
  )
}
