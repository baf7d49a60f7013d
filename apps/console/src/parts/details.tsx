import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface Asked {
  reason?: string;
}

/** A button that shows something private after a reason was given, which the audit keeps. */
export function useDetails(what = 'titles'): { asked: Asked; control: ReactNode } {
  const [asked, setAsked] = useState<Asked>({});
  const [reason, setReason] = useState('');
  const control =
    asked.reason !== undefined ? (
      <Button className="button-quiet button-s" onPress={() => setAsked({})}>
        {`Hide ${what}`}
      </Button>
    ) : (
      <DialogTrigger>
        <Button className="button-quiet button-s">{`Show ${what}`}</Button>
        <ModalOverlay className="overlay" isDismissable>
          <Modal className="modal">
            <Dialog className="stack">
              {({ close }) => (
                <form
                  className="stack"
                  onSubmit={(event) => {
                    event.preventDefault();
                    setAsked({ reason: reason.trim() });
                    close();
                  }}
                >
                  <Heading slot="title">{`Why do you view ${what}?`}</Heading>
                  <p className="dim">This is somebody’s private data. The audit keeps who viewed it, when and why.</p>
                  <div className="field">
                    <label htmlFor="reason">Reason</label>
                    <input
                      id="reason"
                      required
                      maxLength={500}
                      pattern=".*\S.*"
                      placeholder="Ticket 4711: a meeting is missing"
                      value={reason}
                      onChange={(e) => setReason(e.target.value)}
                      autoFocus
                    />
                  </div>
                  <div className="row end">
                    <Button className="button-quiet" onPress={close}>
                      Cancel
                    </Button>
                    <Button type="submit">{`Show ${what}`}</Button>
                  </div>
                </form>
              )}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </DialogTrigger>
    );
  return { asked, control };
}
