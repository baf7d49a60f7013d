declare module 'virtual:design.css';
