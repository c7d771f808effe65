// The script of pages with forms that send requests to an API.
import './try.ts'
