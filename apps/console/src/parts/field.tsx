import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** What there is to know about it, below. */
  note?: ReactNode;
  /** One control; it gets the id that the label names, and is described by the note. */
  children: ReactElement<{ id?: string; 'aria-describedby'?: string }>;
}

/** A control of a form with its label. */
export function Field({ label, note, children }: FieldProps) {
  const id = useId();
  const described = note ? { 'aria-describedby': `${id}-note` } : {};
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id, ...described })}
      {note && (
        <p className="dim" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
