import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useHasRole, type Role } from './allowed.js';
import { Problem } from './problem.js';

interface ConfirmProps {
  /** Nothing is shown to lower roles. */
  role: Role;
  /** The text of the button, and of the one that confirms. */
  action: string;
  title: string;
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be undone: asks first, and shows what was answered. */
export function Confirm({ role, action, title, children, onConfirm }: ConfirmProps) {
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const isAllowed = useHasRole(role);
  if (!isAllowed) return null;
  return (
    <DialogTrigger onOpenChange={() => setError(null)}>
      <Button className="button-danger button-s">{action}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog" className="stack">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <div className="dim">{children}</div>
                <Problem error={error} />
                <div className="row end">
                  <Button className="button-quiet" onPress={close}>
                    Cancel
                  </Button>
                  <Button
                    className="button-danger"
                    isDisabled={busy}
                    onPress={() => {
                      setBusy(true);
                      onConfirm()
                        .then(close, setError)
                        .finally(() => setBusy(false));
                    }}
                  >
                    {action}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
