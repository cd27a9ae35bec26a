"""The application: turns state and facts into pictures, sound and light."""
