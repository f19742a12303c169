"""`pitboss par`: a printable game sheet, one HTML file that asks nothing of any other."""
