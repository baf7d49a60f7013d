import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { api, read } from './api.js';

interface Entry {
  id: string;
  title: string;
  detail: string;
  href: string;
}

const fixed: readonly Entry[] = [
  { id: 'overview', title: 'Overview', detail: 'page', href: '/' },
  { id: 'accounts', title: 'Accounts', detail: 'page', href: '/accounts' },
  { id: 'failing', title: 'Accounts that cannot be read', detail: 'page', href: '/accounts?failing=true' },
  { id: 'applications', title: 'Applications', detail: 'page', href: '/applications' },
  { id: 'providers', title: 'Providers', detail: 'page', href: '/providers' },
  { id: 'audit', title: 'Audit', detail: 'page', href: '/audit' },
  { id: 'dead-letters', title: 'Dead letters', detail: 'page', href: '/dead-letters' },
  { id: 'mail', title: 'Unmatched mail', detail: 'page', href: '/mail' },
];

function useFound(text: string): Entry[] {
  const search = useQuery({
    queryKey: ['palette', text],
    queryFn: () => read(api.GET('/admin/v1/accounts', { params: { query: { query: text, limit: 8 } } })),
    enabled: text.trim().length > 1,
    refetchInterval: false,
  });
  const applications = useQuery({
    queryKey: ['applications'],
    queryFn: () => read(api.GET('/admin/v1/applications')),
    refetchInterval: false,
  });
  const words = text.trim().toLowerCase();
  const has = (...texts: string[]) => texts.some((one) => one.toLowerCase().includes(words));
  return [
    ...(words.length > 1 ? (search.data?.accounts ?? []) : []).map(({ sub, name, email, application_name }) => ({
      id: sub,
      title: name ?? email ?? sub,
      detail: [email, application_name].filter(Boolean).join(' · '),
      href: `/accounts/${sub}`,
    })),
    ...(applications.data?.applications ?? [])
      .filter(({ name, client_id }) => words !== '' && has(name, client_id))
      .slice(0, 8)
      .map(({ client_id, name }) => ({
        id: client_id,
        title: name,
        detail: 'application',
        href: `/applications/${client_id}`,
      })),
    ...fixed.filter(({ title }) => has(title)),
  ];
}

/** Ctrl-K or ⌘-K: an account, an application or a page by its name. */
export function Palette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button className="button-quiet palette-button">
        <span>Search…</span> <kbd>Ctrl K</kbd>
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal palette">
          <Dialog aria-label="Search">
            <Found onChosen={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Found({ onChosen }: { onChosen: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const entries = useFound(text);
  const go = (id: string | number) => {
    const entry = entries.find((one) => one.id === id);
    if (!entry) return;
    onChosen();
    void navigate({ href: `/console${entry.href}` });
  };
  return (
    <>
      <SearchField
        aria-label="Name, e-mail address or id"
        value={text}
        onChange={setText}
        onSubmit={() => entries[0] && go(entries[0].id)}
        autoFocus
      >
        <Input placeholder="Name, e-mail address, id or page" />
      </SearchField>
      <ListBox
        aria-label="Found"
        items={entries}
        onAction={go}
        selectionMode="none"
        className="found"
        renderEmptyState={() => 'Nothing is called so.'}
      >
        {(entry) => (
          <ListBoxItem id={entry.id} textValue={entry.title} className="found-entry">
            <span>{entry.title}</span> <span className="dim">{entry.detail}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}
