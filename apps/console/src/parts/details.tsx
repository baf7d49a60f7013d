import { useState, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Field } from './field.js';

interface Asked {
  reason?: string;
}

interface Private {
  what: string;
  /** Why it is not shown at once. */
  why: string;
}

const titles: Private = { what: 'titles', why: 'They are somebody’s private data.' };

/** A button that shows what is private after a reason was given, which the audit keeps; by default titles of events. */
export function useDetails({ what, why }: Private = titles): { asked: Asked; control: ReactNode } {
  const [asked, setAsked] = useState<Asked>({});
  const [reason, setReason] = useState('');
  const control =
    asked.reason !== undefined ? (
      <Button className="button-quiet button-s" onPress={() => setAsked({})}>
        Hide {what}
      </Button>
    ) : (
      <DialogTrigger>
        <Button className="button-quiet button-s">Show {what}</Button>
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
                  <Heading slot="title">Why do you view {what}?</Heading>
                  <p className="dim">{why} The audit keeps who viewed them, when and why.</p>
                  <Field label="Reason">
                    <input
                      required
                      maxLength={500}
                      pattern=".*\S.*"
                      placeholder="Ticket 4711: a meeting is missing"
                      value={reason}
                      onChange={(e) => setReason(e.target.value)}
                      autoFocus
                    />
                  </Field>
                  <div className="row end">
                    <Button className="button-quiet" onPress={close}>
                      Cancel
                    </Button>
                    <Button type="submit">Show {what}</Button>
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
